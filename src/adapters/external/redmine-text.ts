// These begin a markup wherever they stand; those only after something that is no letter or digit ("Wi-Fi" stays what it
// is); and a heading or a list begins with a short word, a dot and a blank.
const markup = /[\\`*[\]{}|<>&]|(?<![\p{L}\p{N}])[-_+^~@!"#%=?]|(?<=^\s*\w{1,9})(?:[.)](?=[ \t])|\()/gmu

/**
 * A text that Redmine shows as it was written. It may be set to Textile or to one of two Markdowns and does not say to
 * which; all of them understand these references, and nobody is notified because of an @ in one.
 */
export const escapeMarkup = (text: string) => text.replace(markup, (sign) => `&#${sign.codePointAt(0)};`)
