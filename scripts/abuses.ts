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

/** The drill's own twelve come first; what else was thought of stands behind them. */
export const ABUSES: readonly Abuse[] = [
  {
    who: 'A stranger',
    tries: 'scans faces in the street',
    shownBy: [of('search-abuse', /answers exactly five|of one network two hundred/), of('face', /shows at most three/)],
  },
  {
    who: 'A crawler',
    tries: 'counts and copies all records, by list, page and feed',
    shownBy: [of('search-abuse', /stops below one record/), of('face', /ask after guarded records so often/)],
  },
  {
    who: 'Who has made a face by machine',
    tries: 'climbs by its scores to somebody’s face',
    shownBy: [
      of('search-abuse', /words and no number/),
      of('climb'),
      of('face', /answers the same scan the same way|gives a template to/),
    ],
  },
  {
    who: 'Anybody',
    tries: 'draws phones, private words and faces out of any call, mail, push or pack',
    shownBy: [of('canary'), of('conversations', /reveal a number/)],
  },
  {
    who: 'A thief',
    tries: 'guesses the secret marks of a found thing',
    shownBy: [of('claims', /nobody the marks/), of('people-safe', /claim one thing three times|claim twenty things/)],
  },
  {
    who: 'A thief',
    tries: 'speaks and takes over as the finder, or guesses the code of a hand-over',
    shownBy: [
      of('claims', /for others they are not|after five wrong ones/),
      of('guesses', /of a hand-over/),
      of('permissions'),
    ],
  },
  {
    who: 'Who wants to do harm',
    tries: 'posts false reports by the hundred',
    shownBy: [of('limits', /takes so many reports an hour/), of('people-safe', /have a strike/)],
  },
  {
    who: 'A crawler',
    tries: 'takes from packs and feeds who is no more to be found',
    shownBy: [of('erasure', /holds nobody any more/), of('consent'), of('projection', /pack/)],
  },
  {
    who: 'A thief of a token, a link or a passkey’s answer',
    tries: 'uses it once more',
    shownBy: [
      of('sessions', /its token is refused at once/),
      of('passkeys', /answered once|copied open nothing/),
      of('auth', /once per code|ends one session at sign-out/),
    ],
  },
  {
    who: 'A fraud',
    tries: 'asks for money and sends links in a chat, publishes an Aadhaar number, comes back after strikes',
    shownBy: [of('people-safe', /both warned|link|strike/), of('private-numbers')],
  },
  {
    who: 'Who was erased',
    tries: 'is brought back by the same photo, or read from the disk',
    shownBy: [
      of(
        'erasure',
        /holds no byte of an account|keeps neither phone, place, photo nor face|is not taken when somebody/,
      ),
      of('record-keys'),
      of(
        'suppression',
        /shows nobody again what its maker has erased|knows a refused photo again|hides it from all but its poster/,
      ),
    ],
  },
  {
    who: 'Who she fled from',
    tries:
      'looks for a protected person by scan, list, link, notice and the time it takes, as anybody and as an officer',
    shownBy: [
      of('protection', /is found by nobody|is a report as before to whoever posted it|told of the same for ever/),
      of('same-work'),
      of('face', /does the same work|tells of guarded people the same/),
    ],
  },
  {
    who: 'Who she fled from',
    tries:
      'has scans of her lead to a report of theirs, by a face that is not on its photo or a photo that nobody has seen',
    shownBy: [of('sent-faces'), of('late-photos', /leads nobody but an officer/)],
  },
  {
    who: 'Who she fled from',
    tries: 'asks by what they send to a report of theirs whether a photo or a face was taken down',
    shownBy: [
      of('suppression', /must not learn what is on the list|says nothing of the list/),
      of('sent-faces', /of somebody who was taken down says nothing/),
    ],
  },
  {
    who: 'Who posts',
    tries: 'shows what no reviewer has looked at: changed as they look, come later, or put in another order',
    shownBy: [of('moderation', /is approved as it was on the screen|has another mark/), of('late-photos', /wait/)],
  },
  {
    who: 'A stranger',
    tries: 'has volunteers and phones look for a child',
    shownBy: [of('protection', /is not published by anybody before an officer|has its case named by officers/)],
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
