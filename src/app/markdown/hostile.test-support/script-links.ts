/** One protocol in every disguise that a browser, a parser or a reader might see through or be taken in by. */
const disguises: readonly string[] = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'javascript://hostile.example/%0aalert(1)',
  'javascript://%0d%0aalert(1)',
  'javascript:/*--></title></script>*/alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#0000058alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;&#x76;&#x61;script:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&#13;script:alert(1)',
  'java&#0;script:alert(1)',
  'java%0ascript:alert(1)',
  'javascript%3Aalert(1)',
  '%6Aavascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u001fjavascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript\u200b:alert(1)',
  'javascript\uff1aalert(1)',
  'ｊａｖａｓｃｒｉｐｔ:alert(1)',
  '\\javascript:alert(1)',
  'javascript\\:alert(1)',
  './javascript:alert(1)',
  'vbscript:msgbox(1)',
  'livescript:alert(1)',
  'mocha:alert(1)',
  'jar:https://hostile.example!/x',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  'x-javascript:alert(1)',
]

/** The forms in which markdown takes an address, turn by turn, so that each disguise meets two of them. */
const forms: readonly ((address: string) => string)[] = [
  (address) => `[link](${address})`,
  (address) => `[link](<${address}>)`,
  (address) => `<${address}>`,
  (address) => `[link][r]\n\n[r]: ${address}`,
  (address) => `![image](${address})`,
  (address) => `[**a** \`b\`](${address} "title")`,
]

export const scriptLinks: readonly string[] = disguises
  .flatMap((address, index) => [forms[index % forms.length]?.(address), forms[(index + 3) % forms.length]?.(address)])
  .filter((text) => text !== undefined)
