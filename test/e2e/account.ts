/** An account that loses a deposit when two of them overlap. */
export const account = `
export class Account {
  constructor(private readonly ledger: Ledger) {}
  async deposit(amount: number): Promise<void> {
    const balance = await this.ledger.read()
    await this.ledger.write(balance + amount)
  }
  balance(): Promise<number> {
    return this.ledger.read()
  }
}
export interface Ledger {
  read(): Promise<number>
  write(value: number): Promise<void>
}
export function inMemoryLedger(): Ledger {
  let value = 0
  return { read: async () => value, write: async (next) => void (value = next) }
}
`

/** The test of it that a newcomer writes. Each run of the body leaves a letter in the file \`runs\`. */
export const accountSpec = `
import { systematicTest } from 'interlace/vitest'
import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import { Account, inMemoryLedger } from './account.ts'

systematicTest('no deposit is lost', async ({ spawn, controlled }) => {
  appendFileSync('runs', 'x')
  const account = new Account(controlled('ledger', inMemoryLedger()))
  await Promise.all([
    spawn('alice', () => account.deposit(10)),
    spawn('bob', () => account.deposit(20)),
  ])
  expect(await account.balance()).toBe(30)
})
`
