import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/support/fast-check.ts'
import { xmlTree } from './xml.ts'

test('XML elements have the namespace in scope', () => {
  const root = xmlTree(
    '<a xmlns="urn:one" xmlns:b="urn:two"><b:c/><d xmlns="urn:three" b:e="1"/><b:f xmlns:b="urn:four"/></a>',
  )
  assert.equal(root.name, '{urn:one}a')
  assert.deepEqual(
    root.children.map(({ name }) => name),
    ['{urn:two}c', '{urn:three}d', '{urn:four}f'],
  )
})

test('XML text is decoded: entities, character references and CDATA sections', () => {
  assert.equal(xmlTree('<a>&lt;&#26446;&#x96f7;&amp;amp;&gt;</a>').text, '<李雷&amp;>')
  assert.equal(xmlTree('<a>x<![CDATA[<&]]>y</a>').text, 'x<&y')
  assert.equal(xmlTree("<a code='\"&quot;'/>").attributes.get('code'), '""')
})

test('an XML element with more than text has no text', () => {
  assert.equal(xmlTree('<a>x<!-- y --></a>').text, undefined)
  assert.equal(xmlTree('<a>x<b/></a>').text, undefined)
})

test('XML with document types, unknown entities, instructions or errors is refused', () => {
  for (const source of [
    '',
    'text',
    '<a>',
    '<a></b>',
    '</a>',
    '<a/><b/>',
    '<a/>text',
    '<a b="1" b="2"/>',
    '<a b=1/>',
    '<a><',
    '<x:a/>',
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    '<a>&b;</a>',
    '<a>&toString;</a>',
    '<a>&lt</a>',
    '<a>& b</a>',
    '<a>&#x110000;</a>',
    '<a><?php ?></a>',
    '<a><!ELEMENT b></a>',
    `${'<a>'.repeat(17)}${'</a>'.repeat(17)}`,
  ])
    assert.throws(() => xmlTree(source), SyntaxError, source)
})

test('any XML is read or refused with a syntax error', () => {
  const piece = fc.constantFrom(
    '<a',
    '</a',
    '>',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    ';',
    '&lt;',
    ' b="',
    '"',
    'x',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      try {
        xmlTree(pieces.join(''))
      } catch (error) {
        assert.ok(error instanceof SyntaxError)
      }
    }),
    { numRuns: 2000 },
  )
})
