import picocolors from 'picocolors'

type Paint = (text: string) => string

/** The colours that reports use. */
export interface Colours {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly yellow: Paint
}

/** Makes the colours of a report, or functions that leave texts as they are. */
export function coloursFor({ enabled }: { readonly enabled: boolean }): Colours {
  return picocolors.createColors(enabled)
}

/** Whether the output of this process shows colours, as far as the process itself can tell. */
export const supportsColour: boolean = picocolors.isColorSupported

/** Decides whether to use colours. A worker under Vitest sees no terminal; Vitest then says so by `FORCE_TTY`. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, supported: boolean): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced) return forced !== '0' && forced !== 'false'
  return supported || env['FORCE_TTY'] === 'true'
}
