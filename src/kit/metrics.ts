/** Labels in a fixed order, as they stand in the text: `endpoint="POST /login",status="200"`. */
type Labels = Readonly<Record<string, string>>

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts what happens and prints it in the Prometheus text format. Labels are written out once, for as many events as come with them. */
export class MetricsRegistry {
  readonly #families: { name: string; kind: string; help: string; lines: () => string[] }[] = []

  counter(name: string, help: string): (labels: Labels) => () => void {
    const values = new Map<string, number>()
    this.#add(name, 'counter', help, () => [...values].map(([labels, value]) => `${name}${braced(labels)} ${value}`))
    return (labels) => {
      const key = written(labels)
      return () => void values.set(key, (values.get(key) ?? 0) + 1)
    }
  }

  /** A counter that somebody else keeps, asked for when somebody looks. */
  count(name: string, help: string, read: () => number): void {
    this.#add(name, 'counter', help, () => [`${name} ${read()}`])
  }

  /** A value that is asked for when somebody looks. */
  gauge(name: string, help: string, read: () => number): void {
    this.#add(name, 'gauge', help, () => [`${name} ${read()}`])
  }

  /** Several values of a kind, each with its label. */
  gauges(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void {
    this.#add(name, 'gauge', help, () =>
      [...read()].map(([value, number]) => `${name}${braced(written({ [label]: value }))} ${number}`),
    )
  }

  histogram(name: string, help: string): (labels: Labels) => (value: number) => void {
    const series = new Map<string, { buckets: number[]; sum: number; count: number }>()
    this.#add(name, 'histogram', help, () =>
      [...series].flatMap(([labels, { buckets, sum, count }]) => [
        ...seconds.map((le, i) => {
          const upTo = buckets.slice(0, i + 1).reduce((sum, each) => sum + each, 0)
          return `${name}_bucket${braced(joined(labels, `le="${le}"`))} ${upTo}`
        }),
        `${name}_bucket${braced(joined(labels, 'le="+Inf"'))} ${count}`,
        `${name}_sum${braced(labels)} ${sum}`,
        `${name}_count${braced(labels)} ${count}`,
      ]),
    )
    return (labels) => {
      const key = written(labels)
      return (value) => {
        const one = series.getOrInsertComputed(key, () => ({ buckets: seconds.map(() => 0), sum: 0, count: 0 }))
        one.sum += value
        one.count += 1
        const i = seconds.findIndex((le) => value <= le)
        if (i >= 0) one.buckets[i] = (one.buckets[i] ?? 0) + 1
      }
    }
  }

  text(): string {
    return this.#families
      .map(({ name, kind, help, lines }) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines(), ''].join('\n'),
      )
      .join('')
  }

  #add(name: string, kind: string, help: string, lines: () => string[]): void {
    this.#families.push({ name, kind, help, lines })
  }
}

const written = (labels: Labels) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
    .join(',')
const braced = (labels: string) => (labels === '' ? '' : `{${labels}}`)
const joined = (labels: string, more: string) => (labels === '' ? more : `${labels},${more}`)
