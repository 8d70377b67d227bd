// The first group starts markup anywhere. The second does so only after a character that is not a letter or digit, so "Wi-Fi" stays as
// it is. A heading or a list starts with a short word, a dot and a blank.
const markup = /[\\`*[\]{}|<>&]|(?<![\p{L}\p{N}])[-_+^~@!"#%=?]|(?<=^\s*\w{1,9})(?:[.)](?=[ \t])|\()/gmu

/** Redmine uses Textile or one of two Markdowns and does not say which. All of them show these references as plain text. */
export const escapeMarkup = (text: string) => text.replace(markup, (sign) => `&#${sign.codePointAt(0)};`)
