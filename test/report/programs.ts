import { programOf } from '../../src/index.ts'

/** Two deposits that read before they write: one is lost when they overlap. */
export const account = programOf(async ({ spawn, controlled }) => {
  let stored = 0
  const ledger = controlled('ledger', {
    read: async () => stored,
    write: async (balance: number) => {
      stored = balance
    },
  })
  const deposit = async (amount: number) => ledger.write((await ledger.read()) + amount)
  await Promise.all([spawn('alice', () => deposit(10)), spawn('bob', () => deposit(20))])
  if ((await ledger.read()) !== 30) throw new Error('a deposit is lost')
})

/** The receiver waits for a job that nobody sends, and main for the receiver. */
export const nobodySends = programOf(async ({ spawn, channel }) => {
  const jobs = channel<number>('jobs')
  await spawn('worker', () => jobs.receive())
})

/** Polls for what nobody makes true. */
export const polls = programOf(async ({ pause }) => {
  for (;;) await pause('looks again')
})

/** Fails for one answer of a choice. */
export const unluckyChoice = programOf(({ choose }) => {
  if (choose('heads', 'tails') === 'tails') throw new Error('tails')
})
