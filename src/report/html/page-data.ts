/** What the page of a trace is drawn from: plain data, read by the script of the page. */
export interface PageData {
  /** The execution that fails, then the one that passes if one is known. */
  readonly executions: readonly ExecutionData[]
  /** The upper edge of each row; row i holds step i of every execution. One more says where the last one ends. */
  readonly edges: readonly number[]
  /** The first row in which the executions differ. */
  readonly parting: number | undefined
  readonly excerpts: readonly Excerpt[]
}

export interface ExecutionData {
  readonly ending: 'fails' | 'passes'
  readonly path: string
  readonly lanes: readonly string[]
  readonly steps: readonly StepData[]
  readonly arrows: readonly Arrow[]
}

export interface StepData {
  readonly lane: number
  /** What was released, in full. */
  readonly what: string
  /** The same without what its arrow says already. */
  readonly label: string
  readonly time: number
  readonly choices: number
  /** What is to be said about delays spent on it; empty for none. */
  readonly delay: string
  /** The lanes that were passed over. */
  readonly passedOver: readonly number[]
  /** What happened within it, beneath it in the diagram. */
  readonly lines: readonly LineData[]
  /** The state after it, where the program shows it. */
  readonly state: string
  /** An excerpt by its number. */
  readonly excerpt: number | undefined
  /** The step of the other execution that is the same one of its process. */
  readonly counterpart: number | undefined
}

export interface LineData {
  readonly lane: number
  readonly kind:
    'call' | 'choice' | 'log' | 'console' | 'signal' | 'machine' | 'fault' | 'loop' | 'failure' | 'passed' | 'more'
  readonly text: string
  readonly delay: string
  /** The state that a machine has reached. */
  readonly becomes: string | undefined
}

/** Something on its way: from a line of a step to one of a later step, line 0 being the step itself. */
export interface Arrow {
  readonly kind: 'message' | 'call' | 'timer'
  readonly text: string
  readonly from: Place
  /** Absent for what never arrives. */
  readonly to: Place | undefined
  /** The lane it was for. */
  readonly toward: number
}

export interface Place {
  readonly step: number
  readonly line: number
}

/** A few lines of a source file around a position. */
export interface Excerpt {
  /** Like `account.ts:12:5`. */
  readonly position: string
  readonly column: number
  /** The number of the first line. */
  readonly first: number
  /** The number of the line meant. */
  readonly line: number
  readonly lines: readonly string[]
}
