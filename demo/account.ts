/** Where the balance is kept. */
export interface Ledger {
  read(): Promise<number>
  write(balance: number): Promise<void>
}

/** A bank account. The bug: two deposits that overlap read the same balance, and the second write wins. */
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

/** A ledger in memory, as a unit test would use. */
export function inMemoryLedger(): Ledger {
  let balance = 0
  return {
    read: async () => balance,
    write: async (next) => {
      balance = next
    },
  }
}
