import type { Host } from '../core/program.ts'
import type { HappensBefore } from './happens-before.ts'

/** A host whose choices are known to those who make them. */
export function learning(order: HappensBefore, host: Host): Host {
  return {
    recorder: host.recorder,
    latency: host.latency,
    step: (event) => host.step(event),
    random: () => host.random(),
    choose(options) {
      const index = host.choose(options)
      order.learn(index)
      return index
    },
  }
}
