/** The text of a page that has nothing to list. */
Component({
  properties: {
    icon: { type: String, value: 'inbox' },
    title: { type: String, value: '' },
    about: { type: String, value: '' },
  },
})
