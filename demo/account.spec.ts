import { systematicTest } from 'interlace/vitest'
import { expect } from 'vitest'
import { Account, inMemoryLedger } from './account.ts'

systematicTest('no deposit is lost', async ({ spawn, controlled }) => {
  const account = new Account(controlled('ledger', inMemoryLedger()))
  const alice = spawn('alice', () => account.deposit(10))
  const bob = spawn('bob', () => account.deposit(20))
  await Promise.all([alice, bob])
  expect(await account.balance()).toBe(30)
})
