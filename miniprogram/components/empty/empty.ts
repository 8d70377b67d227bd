/** What a page says when it has nothing to list. */
Component({
  properties: {
    icon: { type: String, value: 'inbox' },
    title: { type: String, value: '' },
    about: { type: String, value: '' },
  },
})
