/** One step of a recorded execution. */
export interface Step {
  /** The lane it stands in: the process, or the one that an unnamed process was forked from. */
  readonly process: string
  /** What was released: `starts`, `ledger.read() → 0`, `timer of 300 ms`. */
  readonly what: string
  /** The delays spent to get here instead of the explorer's choice. */
  readonly delays: number
  /** The processes that were passed over by those delays. */
  readonly delayed: readonly string[]
  /** How many choices there were. */
  readonly choices: number
  /** Virtual time in ms. */
  readonly time: number
  readonly notes: readonly Note[]
  /** Where in the user's code the operation was issued. */
  readonly stack: string | undefined
}

/** Something that happened within a step. */
export interface Note {
  readonly kind: 'call' | 'choice' | 'log' | 'console' | 'signal' | 'state' | 'failure' | 'machine' | 'fault' | 'loop'
  readonly process: string
  readonly text: string
  /** The delays spent on a choice. */
  readonly delays: number
}

/** Writes down an execution while it runs. */
export class Recorder {
  readonly steps: Step[] = []
  private current: { what: string; stack: string | undefined; time: number; process: string } | undefined
  private notes: Note[] = []

  /**
   * Whether what the program prints is shown as well as written down; and who shows what it says by `log`, which is
   * not printed otherwise.
   */
  constructor(
    readonly prints = false,
    private readonly show?: (process: string, text: string) => void,
  ) {}

  private decision = { delays: 0, delayed: [] as readonly string[], choices: 1 }

  /** What the engine decided for the step to come. */
  decided(delays: number, delayed: readonly string[], choices: number): void {
    this.close()
    this.decision = { delays, delayed, choices }
  }

  /** What the program released in it. */
  released(process: string, what: string, time: number, stack: string | undefined): void {
    this.current = { process, what, time, stack }
  }

  note(kind: Note['kind'], process: string, text: string, delays = 0): void {
    // What is nobody's own is told with the step in which it happens.
    this.notes.push({ kind, process: kind === 'loop' ? (this.current?.process ?? process) : process, text, delays })
    if (kind === 'log') this.show?.(process, text)
  }

  /** Ends the step under way. */
  close(): void {
    if (this.current !== undefined) {
      const { process, what, time, stack } = this.current
      const { delays, delayed, choices } = this.decision
      // Written out: spreads took a tenth of a recorded execution.
      this.steps.push({ process, what, delays, delayed, choices, time, notes: this.notes, stack })
    }
    this.current = undefined
    this.notes = []
  }
}
