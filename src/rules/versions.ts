/** The version of the last change of each field. Fields that were never changed are absent. */
export type FieldVersions = Readonly<Record<string, number>>

export function changedSince(versions: FieldVersions, fields: readonly string[], read: number): boolean {
  return fields.some((field) => (versions[field] ?? 0) > read)
}

export function changedIn(versions: FieldVersions, fields: readonly string[], version: number): FieldVersions {
  return { ...versions, ...Object.fromEntries(fields.map((field) => [field, version])) }
}
