import assert from 'node:assert/strict'

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const sample = /^([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})? (-?(?:[0-9.]+(?:e[+-]?\d+)?|Inf)|NaN)$/
const label = /^([a-z_][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"$/

/** Parses the Prometheus text format strictly: each family is contiguous, with help, type and samples. */
export function parsePrometheus(text: string): Sample[] {
  assert.ok(text.endsWith('\n'))
  const samples: Sample[] = []
  const families = new Map<string, string>()
  let helped = ''
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP (\S+) \S.*$/.exec(line)
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line)
    if (help) helped = help[1] ?? ''
    else if (type) {
      current = type[1] ?? ''
      assert.equal(current, helped, 'a type without its help')
      assert.ok(!families.has(current), `${current} is there twice`)
      families.set(current, type[2] ?? '')
    } else samples.push(parseSample(line, current, families.get(current)))
  }
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]))
  assert.equal(new Set(keys).size, keys.length, 'a metric is written twice')
  for (const [name, kind] of families) if (kind === 'histogram') checkHistogram(name, samples)
  return samples
}

function parseSample(line: string, family: string, kind: string | undefined): Sample {
  const [, name = '', inner = '', value = ''] = sample.exec(line) ?? []
  assert.ok(name, `not a sample: ${line}`)
  const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  assert.ok(
    suffixes.some((suffix) => name === family + suffix),
    `${name} is not of ${family}`,
  )
  const pairs = inner === '' ? [] : inner.split(/,(?=[a-z_]+=")/)
  const labels = Object.fromEntries(
    pairs.map((pair) => {
      const [, key = '', text = ''] = label.exec(pair) ?? []
      assert.ok(key, `not a label: ${pair}`)
      return [key, text]
    }),
  )
  return { name, labels, value: Number(value) }
}

/** Buckets are cumulative, and the last one has all values. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = Map.groupBy(
    samples.filter((one) => one.name === `${name}_bucket`),
    ({ labels: { le: _, ...rest } }) => JSON.stringify(rest),
  )
  for (const [rest, buckets] of series) {
    const values = buckets.map(({ value }) => value)
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      `${name} ${rest}`,
    )
    assert.equal(buckets.at(-1)?.labels['le'], '+Inf')
    const count = samples.find((one) => one.name === `${name}_count` && JSON.stringify(one.labels) === rest)
    assert.equal(count?.value, values.at(-1))
    assert.ok(samples.some((one) => one.name === `${name}_sum` && JSON.stringify(one.labels) === rest))
  }
}

/** The value of one sample. */
export function sampleValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  return parsePrometheus(text).find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value
}
