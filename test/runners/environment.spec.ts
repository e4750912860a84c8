import { expect, test } from 'vitest'
import { optionsFrom, variablesForReplay } from '../../src/runners/environment.ts'

test('reads every variable', () => {
  expect(
    optionsFrom({
      INTERLACE_DELAYS: '3',
      INTERLACE_EXECUTIONS: ' 1e3 ',
      INTERLACE_TIME: 'Infinity',
      INTERLACE_STEPS: '20',
      INTERLACE_LATENCY: '5',
      INTERLACE_FAIRNESS: 'none',
      INTERLACE_TEMPERATURE: '9',
      INTERLACE_SEED: 'random',
      INTERLACE_EXPLORER: 'random, round-robin',
      INTERLACE_SEARCH: 'sampling',
      INTERLACE_PATH: 'mine@7f3a:2.0',
      INTERLACE_SAVE: 'false',
    }),
  ).toEqual({
    delays: 3,
    executions: 1000,
    time: Infinity,
    steps: 20,
    latency: 5,
    fairness: 'none',
    temperature: 9,
    seed: 'random',
    explorer: ['random', 'round-robin'],
    search: 'sampling',
    path: 'mine@7f3a:2.0',
    save: false,
  })
})

test('tells what an execution depends on', () => {
  expect(
    variablesForReplay({
      INTERLACE_STEPS: ' 20 ',
      INTERLACE_LATENCY: '',
      INTERLACE_DELAYS: '3',
      INTERLACE_SEARCH: 'liveness',
    }),
  ).toEqual([
    ['INTERLACE_STEPS', '20'],
    ['INTERLACE_SEARCH', 'liveness'],
  ])
})

test('takes an empty variable for one that is not there', () => {
  expect(optionsFrom({ INTERLACE_DELAYS: '', INTERLACE_PATH: ' ', OTHER: 'x' })).toEqual({})
})

test.each([
  ['INTERLACE_DELAYS', 'many', 'The option delays is NaN.'],
  ['INTERLACE_EXECUTIONS', '0', 'The option executions is 0.'],
  ['INTERLACE_TIME', '-1', 'The option time is -1.'],
  ['INTERLACE_FAIRNESS', 'just', 'The option fairness is "just".'],
  ['INTERLACE_TEMPERATURE', '0', 'The option temperature is 0.'],
  ['INTERLACE_SEED', 'a b', '"a b" cannot be a seed.'],
  ['INTERLACE_EXPLORER', 'nobody', 'There is no explorer called "nobody".'],
  ['INTERLACE_SEARCH', 'guess', 'There is no search called "guess".'],
  ['INTERLACE_PATH', '1.2.3', '"1.2.3" is not a path.'],
  ['INTERLACE_SAVE', 'maybe', 'The option save is maybe.'],
])('names %s when it is %j', (variable, text, reason) => {
  expect(() => optionsFrom({ [variable]: text })).toThrow(
    `The environment variable ${variable} is ${JSON.stringify(text)}.\n${reason}`,
  )
})
