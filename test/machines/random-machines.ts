import fc from 'fast-check'
import { type Context, machine, messages, type Ref, type Runtime } from '../../src/index.ts'

interface Item {
  readonly numbers: number[]
  readonly by: Map<string, number[]>
}

interface Protocol {
  one: Item
  two: Item
  three: undefined
}

interface Data {
  readonly numbers: number[]
  readonly by: Map<string, number[]>
  readonly names: Set<string>
  readonly others: Ref<Protocol>[]
  kept: Item | undefined
  left: number
}

/** Something that a handler does: mostly with lists that it also keeps, as programs do. */
type Act =
  | { readonly do: 'send'; readonly to: number; readonly event: 'one' | 'two' }
  | { readonly do: 'push' | 'note' | 'keep' | 'raise' | 'create' | 'halt' | 'choose' }
  | { readonly do: 'after'; readonly time: number }
  | { readonly do: 'go'; readonly state: 'first' | 'second' }

export interface RandomMachines {
  /** What the handlers of `one`, `two` and `three` do, in each of two states, for each type of machine. */
  readonly types: readonly (readonly (readonly Act[])[])[]
  readonly restarts: boolean
}

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('send' as const), to: fc.nat(4), event: fc.constantFrom('one', 'two') }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('push', 'note', 'keep', 'raise', 'create', 'choose') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('halt') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('after' as const), time: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go' as const), state: fc.constantFrom('first', 'second') }) },
)

export const randomMachines: fc.Arbitrary<RandomMachines> = fc.record({
  types: fc.array(fc.array(fc.array(act, { maxLength: 4 }), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 3,
  }),
  restarts: fc.boolean(),
})

function emptyData(): Data {
  return { numbers: [], by: new Map(), names: new Set(), others: [], kept: undefined, left: 6 }
}

/** A body whose machines do what was drawn. */
export function bodyOf({ types, restarts }: RandomMachines) {
  const made = types.map((handlers) =>
    machine({
      accepts: messages<Protocol>(),
      data: emptyData,
      initial: 'first',
      states: { first: stateOf(handlers.slice(0, 3)), second: stateOf(handlers.slice(3)) },
    }),
  )
  let children = 0

  function stateOf(handlers: readonly (readonly Act[])[]) {
    const [one = [], two = [], three = []] = handlers
    return {
      on: {
        one: (context: Context<Protocol, Data>, item: Item) => perform(one, context, item),
        two: (context: Context<Protocol, Data>, item: Item) => perform(two, context, item),
        three: (context: Context<Protocol, Data>) => perform(three, context, undefined),
      },
    }
  }

  function perform(acts: readonly Act[], context: Context<Protocol, Data>, item: Item | undefined) {
    const { data, self, raise, create, choose, after, halt, log } = context
    if (data.left-- <= 0) return undefined
    for (const each of acts) {
      if (each.do === 'push') data.numbers.push(data.left)
      else if (each.do === 'note') data.by.set(`${data.left % 2}`, data.numbers)
      else if (each.do === 'keep') data.kept = item
      else if (each.do === 'raise') raise('three')
      else if (each.do === 'choose') data.names.add(choose('left', 'right'))
      else if (each.do === 'after') after(each.time, 'one', { numbers: data.numbers, by: data.by })
      else if (each.do === 'send')
        (data.others[each.to] ?? self).send(each.event, { numbers: data.numbers, by: data.by })
      else if (each.do === 'create' && children < 3) {
        const [type] = made
        if (type !== undefined) create(`child ${++children}`, type, { numbers: data.numbers, left: 2 })
      } else if (each.do === 'halt') {
        halt()
        return undefined
      } else if (each.do === 'go') {
        log(each.state)
        return each.state
      }
    }
    return undefined
  }

  return ({ create, faults }: Runtime): void => {
    children = 0
    if (restarts) faults({ crash: 1, restart: 'fresh', loss: 1, duplication: 1 })
    const others: Ref<Protocol>[] = []
    for (const [index, type] of [...made, ...made].entries()) {
      const ref = create(`machine ${index}`, type, { others })
      others.push(ref)
      ref.send('one', { numbers: [index], by: new Map() })
    }
  }
}
