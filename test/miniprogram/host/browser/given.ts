interface Tab {
  readonly pagePath: string
  readonly text: string
  /** Names of values of the theme. */
  readonly iconPath: string
  readonly selectedIconPath: string
}
type Scheme = Readonly<Record<string, string>>

/** The data that `prepare.ts` passes to the browser. */
export interface Given {
  readonly app: {
    readonly tabBar: { readonly list: readonly Tab[] }
    readonly style?: string
    readonly window: Readonly<Record<string, string>>
  }
  readonly theme: { readonly light: Scheme; readonly dark: Scheme }
  /** The icons of the tab bar as addresses of data, by their paths. */
  readonly icons: Readonly<Record<string, string>>
  readonly pages: readonly string[]
  readonly components: readonly string[]
  readonly configs: Readonly<
    Record<string, { usingComponents?: Record<string, string>; navigationBarTitleText?: string }>
  >
  readonly calls: Readonly<Record<string, { readonly options: readonly string[] }>>
  readonly templates: Readonly<Record<string, unknown>>
  readonly modules: Readonly<
    Record<string, (module: { exports: object }, exports: object, require: (path: string) => object) => void>
  >
}

export const given = (globalThis as unknown as { given: Given }).given // set by the script before this one
