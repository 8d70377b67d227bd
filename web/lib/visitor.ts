export interface VisitorFields {
  /** One of the team's own kinds, or a type. */
  readonly kind: number
  readonly device: string
  readonly deviceModel: string
  readonly description: string
  readonly owner: string
  readonly phone: string
  readonly mail: string
  readonly accessories: readonly number[]
  readonly shelf: string
  readonly tag?: number | undefined
  readonly queue: boolean
}
