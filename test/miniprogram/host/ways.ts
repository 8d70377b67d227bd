/** What a test decides in the place of the person or of WeChat, and what it wants to know afterwards. */
export interface Ways {
  /** Codes that `wx.login` gives, one after the other. */
  loginCode(): Promise<string>
  /** Tells WeChat that somebody agreed to one message with this template. */
  agreed(template: string): Promise<void>
  /** What the camera reads next. */
  scan: string[]
  /** What is chosen next, as addresses of pictures. */
  photos: string[][]
  /** What is answered when consent to messages is asked for. */
  consent: 'accept' | 'reject'
  /** Every consent that was asked for. */
  consents: string[][]
  /** Files that were sent to a chat. */
  shared: string[]
  /** Files that the mini-program has written, by their paths. */
  files: Map<string, string>
  language: string
  /** Breaks an upload off at this part of it; 1 never. */
  breakUploadAt: number
  /** Whether pictures cannot be made smaller on this phone. */
  cannotCompress: boolean
  /** Called when WeChat has loaded a newer version. */
  updateReady(): void
}
