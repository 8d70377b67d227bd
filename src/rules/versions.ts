/** The version in which each field was changed last; a field that is absent never was. */
export type FieldVersions = Readonly<Record<string, number>>

/** True if any of these fields was changed after that version was read. */
export function changedSince(versions: FieldVersions, fields: readonly string[], read: number): boolean {
  return fields.some((field) => (versions[field] ?? 0) > read)
}

/** The same after these fields have been changed in this version. */
export function changedIn(versions: FieldVersions, fields: readonly string[], version: number): FieldVersions {
  return { ...versions, ...Object.fromEntries(fields.map((field) => [field, version])) }
}
