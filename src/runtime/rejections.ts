import { active } from './active.ts'
import { hostProcess } from './quiescence.ts'

const names = ['unhandledRejection', 'uncaughtException'] as const

/**
 * Rejections that nobody handles, and exceptions that nobody catches, surface while a step is drained: for the time of a
 * slice they are outcomes of the execution, not the host's. Hands back its undo.
 */
export function takeRejections(): () => void {
  const listeners = {
    unhandledRejection: (reason: unknown): void => active.run?.fail(reason, 'unhandled rejection'),
    uncaughtException: (error: unknown): void => active.run?.fail(error, 'uncaught exception'),
  }
  const hosts = names.map((name) => hostProcess.rawListeners(name))
  for (const name of names) {
    hostProcess.removeAllListeners(name)
    hostProcess.on(name, listeners[name])
  }
  return () => {
    names.forEach((name, index) => {
      hostProcess.removeListener(name, listeners[name])
      for (const listener of hosts[index] ?? []) hostProcess.on(name, listener as () => void)
    })
  }
}
