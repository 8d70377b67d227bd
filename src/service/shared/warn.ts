/** Writes a warning to the log. `facts` hold no secret and nothing that a person wrote. */
export type Warn = (facts: object, text: string) => void
