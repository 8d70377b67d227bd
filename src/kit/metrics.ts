/** In a fixed order. */
type Labels = Readonly<Record<string, string>>

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics in the Prometheus text format. The text of labels is made once, not for each event. */
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

  /** A counter that is read on request. */
  count(name: string, help: string, read: () => number): void {
    this.#add(name, 'counter', help, () => [`${name} ${read()}`])
  }

  /** A value that is read on request. */
  gauge(name: string, help: string, read: () => number): void {
    this.#add(name, 'gauge', help, () => [`${name} ${read()}`])
  }

  /** Several values, each with its label. */
  gauges(name: string, help: string, label: string, read: () => ReadonlyMap<string, number>): void {
    this.#add(name, 'gauge', help, () =>
      [...read()].map(([value, number]) => `${name}${braced(written({ [label]: value }))} ${number}`),
    )
  }

  histogram(name: string, help: string): (labels: Labels) => (value: number) => void {
    const series = new Map<string, { counts: number[]; sum: number; count: number }>()
    this.#add(name, 'histogram', help, () =>
      [...series].flatMap(([labels, { counts, sum, count }]) => [
        ...buckets.map((le, i) => {
          const upTo = counts.slice(0, i + 1).reduce((sum, each) => sum + each, 0)
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
        const one = series.getOrInsertComputed(key, () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }))
        one.sum += value
        one.count += 1
        const i = buckets.findIndex((le) => value <= le)
        if (i >= 0) one.counts[i] = (one.counts[i] ?? 0) + 1
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
