import { defineExplorer } from '../core/explorer.ts'
import type { ProcessId } from '../core/process.ts'
import { remove } from './queue.ts'

/** Draws the next process afresh in every state; a delay draws among those that this state has not offered yet. */
export const random = defineExplorer('random', (random) => {
  const processes: ProcessId[] = []
  let offered = 0 // how many this state has offered already: they stand in front
  let drawn = false

  function draw(): void {
    const index = offered + Math.floor(random() * (processes.length - offered))
    const process = processes[index]
    const front = processes[offered]
    if (process !== undefined && front !== undefined) {
      processes[offered] = process
      processes[index] = front
    }
    drawn = true
  }

  return {
    next() {
      if (!drawn) draw()
      return processes[offered]
    },
    delay() {
      offered = (offered + 1) % Math.max(processes.length, 1)
      drawn = false
    },
    step(event) {
      if (event.kind === 'enabled') processes.push(event.process)
      else if (event.kind === 'blocked' || event.kind === 'ended') remove(processes, event.process)
      offered = 0
      drawn = false
    },
  }
})
