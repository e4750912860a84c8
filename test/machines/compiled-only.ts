import { type Context, machine, messages, type Ref, type Runtime } from '../../src/index.ts'

// Nothing here is run: `npm run typecheck` fails if one of the marked lines compiles.

interface Shop {
  order: { item: string; count: number }
  price: (item: string) => number
  close: undefined
}

export const shop = machine({
  accepts: messages<Shop>(),
  data: { sold: 0, log: [] as string[] },
  initial: 'open',
  states: {
    open: {
      entry({ data }) {
        data.sold += 1
        // @ts-expect-error there is no such field
        data.bought = 1
      },
      on: {
        order({ data, raise }, { item, count }) {
          data.log.push(item)
          data.sold += count
          // @ts-expect-error not an event
          raise('open')
          // @ts-expect-error it carries more
          raise('order', { item })
          return 'closed'
        },
        price({ reply }, item) {
          reply(item.length)
          // @ts-expect-error an answer is a number
          reply(item)
        },
        close: 'closed',
      },
    },
    closed: { ignore: ['order', 'price', 'close'] },
  },
})

export const wrong = [
  machine({
    accepts: messages<Shop>(),
    data: {},
    // @ts-expect-error not a state
    initial: 'elsewhere',
    states: { open: {} },
  }),
  machine({
    accepts: messages<Shop>(),
    data: {},
    initial: 'open',
    states: {
      open: {
        on: {
          // @ts-expect-error not a state
          close: 'elsewhere',
        },
      },
    },
  }),
  machine({
    accepts: messages<Shop>(),
    data: {},
    initial: 'open',
    states: {
      open: {
        on: {
          // @ts-expect-error not a state
          close: () => 'elsewhere',
        },
      },
    },
  }),
  machine({
    accepts: messages<Shop>(),
    data: {},
    initial: 'open',
    states: {
      open: {
        on: {
          // @ts-expect-error a handler is not async
          close: async () => 'open' as const,
        },
      },
    },
  }),
  machine({
    accepts: messages<Shop>(),
    data: {},
    initial: 'open',
    states: {
      open: {
        // @ts-expect-error not an event
        defer: ['opened'],
        // @ts-expect-error not an event
        ignore: ['opened'],
      },
    },
  }),
]

export async function using({ create, monitor }: Runtime, other: Ref<Shop>): Promise<number> {
  const ref = create('shop', shop, { sold: 3 })
  // @ts-expect-error sold is a number
  create('another', shop, { sold: 'three' })
  other.send('order', { item: 'tea', count: 1 })
  ref.send('close')
  // @ts-expect-error it carries nothing
  ref.send('close', 1)
  // @ts-expect-error it carries something
  ref.send('order')
  // @ts-expect-error there is no count
  ref.send('order', { item: 'tea' })
  // @ts-expect-error not an event
  ref.send('opened')
  // @ts-expect-error nobody answers that
  void ref.ask('close')
  // @ts-expect-error not a state
  if (ref.state === 'elsewhere') return 0
  // @ts-expect-error the data is to be looked at only
  ref.data.sold = 1
  monitor('shop', shop, { observes: ['order'] })
  // @ts-expect-error not an event
  monitor('shop again', shop, { observes: ['opened'] })
  return ref.ask('price', 'tea')
}

export function handled({ data, self }: Context<Shop, { sold: number }>): number {
  self.send('close')
  return data.sold
}
