import seedrandom from 'seedrandom'

/** Numbers in [0, 1), the same for the same seed on every machine. The one door to `seedrandom`. */
export function randomFrom(seed: string): () => number {
  return seedrandom.alea(seed)
}

/** A short seed made from any text, fit to stand in a path. */
export function seedOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0').slice(0, 4)
}
