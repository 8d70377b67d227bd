/** One environment variable, with its text in the documentation. */
export interface Variable {
  readonly about: string
  readonly default?: string
  readonly example?: string
  /** It may also be given as a file (`NAME_FILE`), and is never printed. */
  readonly secret?: true
}

export type Variables = Readonly<Record<string, Variable>>

/** The names with a default. */
export type Defaulted<V extends Variables> = {
  [N in keyof V & string]: V[N] extends { readonly default: string } ? N : never
}[keyof V & string]
