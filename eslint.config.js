import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Every outside package has one door: the folder of `src` that may import it. */
const doors = { seedrandom: 'core', msgpackr: 'store', picocolors: 'report', vitest: 'runners' }

const closedDoors = (folder) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: Object.entries(doors)
        .filter(([, door]) => door !== folder)
        .map(([name, door]) => ({
          regex: `^${name}(/|$)`,
          message: `${name} is imported in src/${door} alone.`,
        })),
    },
  ],
})

export default defineConfig(
  globalIgnores(['dist', 'coverage']),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // Says that a value is dropped on purpose, which `no-confusing-void-expression` asks for.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // What a program throws is handed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      ...closedDoors(),
    },
  },
  ...Object.values(doors).map((folder) => ({ files: [`src/${folder}/**/*.ts`], rules: closedDoors(folder) })),
  { files: ['src/runners/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // A handler may return a state or nothing at all; an event may carry nothing.
    files: ['src/machines/{definition,protocol}.ts'],
    rules: { '@typescript-eslint/no-invalid-void-type': 'off' },
  },
  {
    // Programs under test race on purpose, and a spec may assume what it has set up.
    files: ['{test,fixtures,bench,docs,demo}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: { console: 'readonly', performance: 'readonly', process: 'readonly', URL: 'readonly' },
    },
  },
  {
    // The script of the trace's page: TypeScript knows the names of a browser, and checks them.
    files: ['src/report/html/client/*.js'],
    rules: { 'no-undef': 'off' },
  },
)
