/** The decisions of the user and of WeChat that a test makes, and the results that it reads. */
export interface Ways {
  /** Codes that `wx.login` gives, one after the other. */
  loginCode(): Promise<string>
  /** Tells WeChat that the user agreed to one message with this template. */
  agreed(template: string): Promise<void>
  /** The codes that the camera scans next. */
  scan: string[]
  /** Addresses of the pictures that are chosen next. */
  photos: string[][]
  /** The answer to the question about messages. */
  consent: 'accept' | 'reject'
  /** Every consent that was asked for. */
  consents: string[][]
  /** Files that were sent to a chat. */
  shared: string[]
  /** Files that the mini-program has written, by their paths. */
  files: Map<string, string>
  language: string
  /** The part of an upload at which it breaks off; 1 for never. */
  breakUploadAt: number
  /** Whether pictures cannot be made smaller on this phone. */
  cannotCompress: boolean
  /** Called when WeChat has loaded a newer version. */
  updateReady(): void
}
