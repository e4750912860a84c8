const none: readonly number[] = []

/** The move that decides nothing: there was only one process that could go, and it made no choice. */
export const plainMove = 0

/**
 * What has been decided in steps, by number: the process, if there were several, then explicit choices. States have
 * millions of them and few that differ.
 */
export class Moves {
  private readonly decided: (readonly number[])[] = [none]
  private readonly longer: number[][] = [[]]

  /** The move with one more decision. */
  after(move: number, decision: number): number {
    const known = this.longer[move]?.[decision]
    return known ?? this.add(move, decision)
  }

  decisions(move: number): readonly number[] {
    return this.decided[move] ?? none
  }

  private add(move: number, decision: number): number {
    const number = this.decided.push([...this.decisions(move), decision]) - 1
    this.longer.push([])
    const longer = this.longer[move]
    if (longer !== undefined) longer[decision] = number
    return number
  }
}
