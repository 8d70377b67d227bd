import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Variable } from '#config/values.ts'
import { variables } from '#config/variables.ts'
import { limits } from '#contract/fields.ts'
import {
  allMatches,
  anchorOf,
  code,
  codeBlocks,
  codeSpans,
  fileText,
  headings,
  markdownPages,
  ownFiles,
  ownLinks,
  root,
} from '../support/repository-files.ts'

const pages = markdownPages()
/** In English and in Chinese. */
const operatingPages = ['docs/operating.md', 'docs/operating.zh-CN.md']
const manifest = JSON.parse(fileText('package.json')) as Record<string, Record<string, string>> // our own file; only its tables are read

/** The findings of `find` in each page, with the name of the page. */
const inEach = (find: (page: string, file: string) => string[]) =>
  [...pages].flatMap(([file, page]) => find(page, file).map((found) => `${file}: ${found}`))

describe('documents', () => {
  test('links of documents lead to existing files and headings', () => {
    const leadsNowhere = (to: { file: string; anchor: string }) =>
      !existsSync(join(root, to.file)) ||
      (to.anchor !== '' && !headings(pages.get(to.file) ?? '').some((heading) => anchorOf(heading.text) === to.anchor))
    const wrong = inEach((page, file) =>
      ownLinks(file, page)
        .filter(leadsNowhere)
        .map(({ link }) => link),
    )
    assert.deepEqual(wrong, [])
  })

  test('paths in documents exist', () => {
    const isPlace = (span: string) => /^(src|test|docs|bin|scripts)\/[\w./-]*$/.test(span) && !span.includes('NNN')
    const wrong = inEach((page) => codeSpans(page).filter((span) => isPlace(span) && !existsSync(join(root, span))))
    assert.deepEqual(wrong, [])
  })

  test('npm scripts in documents exist, and run existing files', () => {
    const scripts = manifest['scripts'] ?? {}
    const runs = (name: string) =>
      Object.hasOwn(scripts, name) &&
      allMatches(scripts[name] ?? '', /\bnode (\w[\w/.-]+)/g).every((file) => existsSync(join(root, file)))
    const wrong = inEach((page) =>
      allMatches(code(page), /\bnpm (?:run )?(?:-s )?(?!ci\b|run\b)([a-z]+(?:-[a-z]+)*)/g).filter(
        (name) => !runs(name),
      ),
    )
    assert.deepEqual(wrong, [])
  })

  test('commands in documents exist, and the readme names all of them', () => {
    const help = execFileSync(process.execPath, [join(root, 'bin/fettle.js'), 'help'], { cwd: root }).toString()
    const known = allMatches(help, /^ {2}([a-z]+)(?: [<[]\w+[>\]])* {2,}/gm)
    const named = (page: string) => allMatches(code(page), /\bfettle(?:\.js| --) ([a-z]+)/g)
    assert.deepEqual(
      inEach((page) => named(page).filter((name) => !known.includes(name))),
      [],
    )
    // `npm start` is described outside of the table.
    assert.deepEqual(new Set(['start', ...named(fileText('README.md'))]), new Set(known))
  })

  test('environment variables in documents exist', () => {
    // PATH belongs to the shell, NODE_ENV to Node, and the others to the image of PostgreSQL.
    const foreign = ['PATH', 'NODE_ENV', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']
    const secretFiles = Object.entries<Variable>(variables).flatMap(([name, { secret }]) =>
      secret ? [`${name}_FILE`] : [],
    )
    const known = new Set([...Object.keys(variables), ...secretFiles, ...foreign])
    const named = (part: string) => [
      ...allMatches(part, /(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g),
      ...allMatches(part, /(?<![\w-])([A-Z][A-Z0-9]{2,})=/g),
    ]
    const unknown = (part: string) => named(part).filter((name) => !known.has(name))
    const wrong = [
      ...inEach((page) => unknown(code(page))),
      ...['Dockerfile', 'compose.yaml'].flatMap((file) => unknown(fileText(file)).map((name) => `${file}: ${name}`)),
    ]
    assert.deepEqual(wrong, [])
  })

  test('the documents explain exactly the metrics', () => {
    const kept = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).flatMap((file) =>
      allMatches(fileText(file), /'(fettle_\w+)'/g),
    )
    for (const file of operatingPages) {
      const explained = allMatches(fileText(file), /^\| `(fettle_\w+)` \|/gm)
      assert.deepEqual([file, ...explained.toSorted()], [file, ...kept.toSorted()])
    }
  })

  test('the documents show a proxy that accepts a photo', () => {
    for (const file of operatingPages) {
      const [most] = allMatches(fileText(file), /client_max_body_size (\d+)m;/g)
      assert.ok(Number(most) * 2 ** 20 > limits.upload, file)
    }
  })

  test('the page of dependencies has exactly the dependencies', () => {
    const kinds = ['dependencies', 'optionalDependencies', 'devDependencies']
    const depended = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))
    const explained = allMatches(fileText('docs/dependencies.md'), /^\| `([^`]+)` \|/gm)
    assert.deepEqual(explained.toSorted(), depended.toSorted())
  })

  test('the page of accessibility has a row for each criterion, and names tests that exist', () => {
    const rows = fileText('docs/accessibility.md').matchAll(/^\| ([\d.]+) [^|]+ \| (A{1,2}) \| (.+) \|$/gm)
    const criteria = [...rows].map(([, number = '', level = '', held = '']) => ({ number, level, held }))
    assert.equal(new Set(criteria.map(({ number }) => number)).size, 55)
    assert.equal(criteria.filter(({ level }) => level === 'A').length, 31)
    const lacking = criteria.flatMap(({ number, held }) => {
      const tests = [...held.matchAll(/`(test\/[^`]+)`: ((?:“[^”]+”(?:, )?)+)/g)]
      if (tests.length === 0) return /^(?:Not applicable|Examined): ./.test(held) ? [] : [`${number} is not held`]
      return tests.flatMap(([, file = '', titles = '']) =>
        [...titles.matchAll(/“([^”]+)”/g)]
          .filter(([, title]) => !fileText(file).includes(`test('${title}'`))
          .map(([, title]) => `${number}: ${file} has no “${title}”`),
      )
    })
    assert.deepEqual(lacking, [])
  })

  test('every document is linked from an index', () => {
    const listed = ownLinks('docs/decisions/README.md', fileText('docs/decisions/README.md')).map(({ file }) => file)
    const decisions = [...pages.keys()].filter((file) => /^docs\/decisions\/\d/.test(file))
    assert.deepEqual(listed.toSorted(), decisions.toSorted())
  })
})

describe('the two readmes', () => {
  const [english, chinese] = [fileText('README.md'), fileText('README.zh-CN.md')]

  test('the two readmes have the same headings', () => {
    const levels = (page: string) => headings(page).map(({ level }) => level)
    assert.deepEqual(levels(chinese), levels(english))
  })

  test('the two readmes show the same commands', () => {
    assert.deepEqual(codeBlocks(chinese), codeBlocks(english))
    const commands = (page: string) =>
      codeSpans(page.replaceAll('<命令>', '<command>')).filter((span) => span.startsWith('npm '))
    assert.deepEqual(commands(chinese), commands(english))
  })

  test('the two readmes name the test command of the workflow and of .ci/run', () => {
    const command = 'npm ci && npm test'
    assert.ok(codeBlocks(english).includes(`${command}\n`))
    assert.deepEqual(allMatches(fileText('.github/workflows/test.yml'), /^ +- run: (.+)$/gm), [command])
    assert.equal(fileText('.ci/run').trimEnd().split('\n').at(-1), command)
  })
})

test('no file contains a path of a machine or a to-do note', () => {
  const stray =
    /(?<![\w.)\]}*])(?:\/(?:work|root)(?=\/|\b(?![\w.-]))|\/(?:home|Users)\/\w+|[A-Z]:\\Users)|\b(?:TO[D]O|FIX[M]E)\b/
  const wrong = ownFiles().flatMap((file) =>
    fileText(file)
      .split('\n')
      .flatMap((line, i) => (stray.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )
  assert.deepEqual(wrong, [])
})
