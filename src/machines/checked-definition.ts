import { misuse } from '../core/errors.ts'
import { describe } from '../runtime/describe.ts'

const machineKeys = ['accepts', 'data', 'initial', 'states', 'mailbox', 'durable']
const stateKeys = ['entry', 'exit', 'on', 'defer', 'ignore', 'hot']

/** Refuses what cannot be a machine, with the part that is wrong. */
export function checkDefinition(given: unknown): void {
  const { states, durable } = fieldsOf(given, 'A machine', machineKeys)
  namesIn(durable, 'durable of a machine')
  const all = fieldsOf(states, 'states of a machine')
  for (const [name, state] of Object.entries(all)) {
    const { entry, exit, on = {}, defer, ignore } = fieldsOf(state, `The state ${name}`, stateKeys)
    for (const [what, handler] of Object.entries({ entry, exit })) {
      if (handler !== undefined && typeof handler !== 'function') {
        throw misuse(`${what} of the state ${name} is ${describe(handler)}.`, 'It takes a function.')
      }
    }
    fieldsOf(on, `on of the state ${name}`)
    namesIn(defer, `defer of the state ${name}`)
    namesIn(ignore, `ignore of the state ${name}`)
  }
}

function fieldsOf(given: unknown, what: string, known?: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw misuse(
      `${what} is ${describe(given)}.`,
      "Write machine({ …, initial: 'idle', states: { idle: { on: {} } } }).",
    )
  }
  const stranger = known === undefined ? undefined : Object.keys(given).find((key) => !known.includes(key))
  if (known !== undefined && stranger !== undefined) {
    throw misuse(`${what} has no ${JSON.stringify(stranger)}.`, `Known are ${known.join(', ')}.`)
  }
  return given as Readonly<Record<string, unknown>>
}

function namesIn(given: unknown, what: string): void {
  if (given === undefined || (Array.isArray(given) && given.every((name) => typeof name === 'string'))) return
  throw misuse(`${what} is ${describe(given)}.`, 'It takes a list of names.')
}
