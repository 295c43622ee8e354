/** How people could be harmed through Wapsi, each with the tests that try it against the whole server. */

export interface Abuse {
  who: string;
  tries: string;
  /** Every test in these files whose title the pattern matches is a try; each must be there and fail to do harm. */
  shownBy: readonly { file: string; title: RegExp }[];
}

const of = (file: string, title = /./): Abuse['shownBy'][number] => ({
  file: `tests/integration/${file}.test.ts`,
  title,
});

export const ABUSES: readonly Abuse[] = [
  {
    who: 'A stranger',
    tries: 'has volunteers and phones look for a child',
    shownBy: [of('protection', /is not published by anybody before an officer|has its case named by officers/)],
  },
  {
    who: 'Who she fled from',
    tries:
      'looks for a protected person by scan, list, link and notice, as anybody and as an officer, or posts her photo again',
    shownBy: [
      of('protection', /is found by nobody|is a report as before to whoever posted it|told of the same for ever/),
      of('suppression', /knows an erased photo again|hides it from all but its poster/),
    ],
  },
  {
    who: 'A family',
    tries: 'learns more than “safe” of somebody who does not want to be found',
    shownBy: [of('protection', /hides a report at once|ends with “safe” and nothing else/)],
  },
  {
    who: 'A curious colleague',
    tries: 'reads records of another district, or without a reason',
    shownBy: [
      of('duty', /with words of why|a word that is looked for finds/),
      of('search-abuse', /by an officer finds/),
    ],
  },
  {
    who: 'A crawler',
    tries: 'takes the lists and the feed, and tries faces all day from many addresses',
    shownBy: [of('search-abuse', /stops below one record|answers exactly five|of one network so many/)],
  },
  {
    who: 'Anybody',
    tries: 'draws private words, numbers and faces out of any call, mail, push or pack',
    shownBy: [of('canary')],
  },
  {
    who: 'We ourselves',
    tries: 'show, compare or hand on what was not agreed to, or is no more',
    shownBy: [of('consent'), of('erasure', /holds no byte of an account|holds neither phone nor face/)],
  },
  {
    who: 'A thief with a password or a mailbox',
    tries: 'has the powers of an officer, or guesses a code',
    shownBy: [of('passkeys', /for moderators, officers and admins/), of('guesses')],
  },
  {
    who: 'One admin',
    tries: 'makes another by themselves',
    shownBy: [of('auth', /admin/)],
  },
  {
    who: 'A fraud',
    tries: 'asks for money, publishes an Aadhaar number, claims without end, comes back after strikes',
    shownBy: [of('people-safe'), of('private-numbers')],
  },
  {
    who: 'A hostile file',
    tries: 'gives a place away, runs in a browser, or takes everybody’s time and memory',
    shownBy: [of('hostile-files')],
  },
  {
    who: 'Who did wrong',
    tries: 'changes, shortens or writes anew the log of what was done',
    shownBy: [of('audit')],
  },
];
