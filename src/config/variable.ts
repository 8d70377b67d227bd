/** One environment variable: what it is for, what holds without it, and an example for the page that lists them. */
export interface Variable {
  readonly about: string
  readonly default?: string
  readonly example?: string
  /** May also be given as a file (`NAME_FILE`); never printed. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>

/** The names that always have a value. */
export type Defaulted<V extends Variables> = {
  [N in keyof V & string]: V[N] extends { readonly default: string } ? N : never
}[keyof V & string]
