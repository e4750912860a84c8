/** Of processes that nobody creates: nothing else is called so, whatever its kind. */
const reserved = new Set(['main', 'clock'])

/** The names of one kind that executions have given out, each once in an execution. */
export class GivenNames {
  /** By name, the last execution that gave it out: nothing to clear between executions. */
  private readonly executions = new Map<string, number>()
  /** The names of the first execution, in order. Most others give out the same, and then nothing is looked up. */
  private readonly usual: string[] = []
  private execution = 0
  /** How many of the usual names the execution has given out; -1: it has left their order. */
  private inOrder = -1

  /** Whether a name was given out before in this execution, counted from 1; it is from now on. */
  isTaken(name: string, execution: number): boolean {
    if (execution !== this.execution) {
      this.execution = execution
      this.inOrder = execution === 1 ? -1 : 0
    }
    if (this.inOrder >= 0) {
      if (this.inOrder < this.usual.length && this.usual[this.inOrder] === name) {
        this.inOrder++
        return false
      }
      for (const usual of this.usual.slice(0, this.inOrder)) this.executions.set(usual, execution)
      this.inOrder = -1
    }
    if (reserved.has(name) || this.executions.get(name) === execution) return true
    this.executions.set(name, execution)
    if (execution === 1) this.usual.push(name)
    return false
  }
}
