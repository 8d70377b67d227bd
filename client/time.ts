/** `09:30` of a timestamp of the service, which is the team's wall clock without a zone. */
export function timeOfDay(timestamp: string): string {
  return timestamp.slice(11, 16)
}
