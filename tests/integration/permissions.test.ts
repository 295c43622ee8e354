/**
 * Who may make which call, as one table: every endpoint by every kind of caller, on a thing of their own, on one they
 * have a part in, and on a stranger's (R9, R313, R314, R318, R319, R320). What is not yours is 404, never 403.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathParameters } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/protocol.ts';
import { Role } from '../../contract/user.ts';
import { startHost, type TestHost } from '../support/client.ts';
import { withPostgres } from '../support/databases.ts';
import { SUBJECTS } from '../support/permission-subjects.ts';
import { CALLERS, type CallerName, type Cast, openCast, openWorld } from '../support/permission-world.ts';

/** `call: what it is about`, and what each caller is answered, in the order of CALLERS. */
const TABLE = `
                                                ano own pty   pos fin vol   off mod adm   you sus
settings                                        200 200 200 | 200 200 200 | 200 200 200 | 200 200
health                                          200 200 200 | 200 200 200 | 200 200 200 | 200 200
countryCode                                     200 200 200 | 200 200 200 | 200 200 200 | 200 200
listNews                                        200 200 200 | 200 200 200 | 200 200 200 | 200 200
getNews                                         200 200 200 | 200 200 200 | 200 200 200 | 200 200
login                                           200 200 200 | 200 200 200 | 200 200 200 | 200 200
login: a wrong password                         401 401 401 | 401 401 401 | 401 401 401 | 401 401
register                                        200 200 200 | 200 200 200 | 200 200 200 | 200 200
verifyOtp: a wrong code                         401 401 401 | 401 401 401 | 401 401 401 | 401 401
resendOtp                                       200 200 200 | 200 200 200 | 200 200 200 | 200 200
forgotPassword                                  200 200 200 | 200 200 200 | 200 200 200 | 200 200
resetPassword: a wrong code                     401 401 401 | 401 401 401 | 401 401 401 | 401 401
me                                              401 200 200 | 200 200 200 | 200 200 200 | 200 200
myData                                          401 200 200 | 200 200 200 | 200 200 200 | 200 200
logout                                          401 200 200 | 200 200 200 | 200 200 200 | 200 200
listPasskeys                                    401 200 200 | 200 200 200 | 200 200 200 | 200 200
beginPasskey                                    401 200 200 | 200 200 200 | 200 200 200 | 200 200
addPasskey: an answer that is not true          401 401 401 | 401 401 401 | 401 401 401 | 401 401
removePasskey: one of one’s own                 401 200 200 | 200 200 200 | 200 200 200 | 200 200
removePasskey: another’s                        401 200 404 | 404 404 404 | 404 404 404 | 404 404
beginSignIn                                     200 200 200 | 200 200 200 | 200 200 200 | 200 200
signInByPasskey: an answer that is not true     401 401 401 | 401 401 401 | 401 401 401 | 401 401
proveOneself: by nothing                        401 401 401 | 401 401 401 | 401 401 401 | 401 401
listSessions                                    401 200 200 | 200 200 200 | 200 200 200 | 200 200
endSession: one of one’s own                    401 200 200 | 200 200 200 | 200 200 200 | 200 200
endSession: another’s                           401 200 404 | 404 404 404 | 404 404 404 | 404 404
endOtherSessions                                401 200 200 | 200 200 200 | 200 200 200 | 200 200
deleteAccount                                   401 200 200 | 200 200 200 | 200 200 200 | 200 200
askGuardian                                     401 409 409 | 409 409 409 | 409 409 409 | 200 409
confirmGuardian: a wrong code                   401 409 409 | 409 409 409 | 409 409 409 | 401 409
updateUser: oneself                             401 200 200 | 200 200 200 | 200 200 200 | 200 200
updateUser: another                             401 200 404 | 404 404 404 | 404 404 404 | 404 404
avatar                                          200 200 200 | 200 200 200 | 200 200 200 | 200 200
findUsers                                       401 403 403 | 403 403 403 | 403 200 200 | 403 403
changeStanding                                  401 403 403 | 403 403 403 | 403 200 200 | 403 403
changeStanding: a moderator                     401 403 403 | 403 403 403 | 403 403 200 | 403 403
endSessionsOf                                   401 403 403 | 403 403 403 | 403 403 200 | 403 403
listAdminProposals                              401 403 403 | 403 403 403 | 403 403 200 | 403 403
refuseAdmin                                     401 403 403 | 403 403 403 | 403 403 200 | 403 403
changeRole                                      401 403 403 | 403 403 403 | 403 403 200 | 403 403
createReport                                    401 200 200 | 200 200 200 | 200 200 200 | 403 403
uploadLostFoundPerson: also without an account  200 200 200 | 200 200 200 | 200 200 200 | 403 403
listReports                                     200 200 200 | 200 200 200 | 200 200 200 | 200 200
countReports                                    200 200 200 | 200 200 200 | 200 200 200 | 200 200
getReport: a published one                      200 200 200 | 200 200 200 | 200 200 200 | 200 200
getReport: a refused one, seen by nobody yet    200 200 200 | 200 200 200 | 200 200 200 | 200 200
updateReport: by its owner alone                401 200 404 | 404 404 404 | 404 404 404 | 404 404
updateReport: by whoever has its secret         200 200 200 | 200 200 200 | 200 200 200 | 403 403
readMine: by whoever has its secret             200 200 200 | 200 200 200 | 200 200 200 | 200 200
readMine: a wrong secret                        404 404 404 | 404 404 404 | 404 404 404 | 404 404
readReunion                                     401 200 404 | 404 404 404 | 200 200 200 | 404 404
updateReunion                                   401 200 404 | 404 404 404 | 200 200 200 | 404 404
updateReunion: by whoever has its secret        200 200 200 | 200 200 200 | 200 200 200 | 200 200
setConsent: by its owner alone                  404 200 404 | 404 404 404 | 404 404 404 | 404 404
setConsent: by whoever has its secret           200 200 200 | 200 200 200 | 200 200 200 | 200 200
endReport: by its owner alone                   404 200 404 | 404 404 404 | 404 404 404 | 404 404
endReport: by whoever has its secret            200 200 200 | 200 200 200 | 200 200 200 | 200 200
adoptReport: by whoever has its secret          401 200 200 | 200 200 200 | 200 200 200 | 403 403
adoptReport: of an account                      401 200 404 | 404 404 404 | 404 404 404 | 403 403
listMatches                                     401 200 404 | 404 404 404 | 404 200 200 | 404 404
answerMatch                                     401 200 200 | 404 404 404 | 404 404 404 | 403 403
listCandidates                                  401 403 403 | 403 403 403 | 200 200 200 | 403 403
listAlike                                       401 403 403 | 403 403 403 | 200 200 200 | 403 403
decideCandidate                                 401 403 403 | 403 403 403 | 200 200 200 | 403 403
flagReport                                      401 409 200 | 200 200 200 | 200 200 200 | 403 403
openRecord                                      401 403 403 | 403 403 403 | 200 200 200 | 403 403
listLooks                                       401 200 404 | 404 404 404 | 404 404 404 | 404 404
addNote                                         401 200 200 | 200 200 200 | 200 200 200 | 403 403
tellSighting                                    200 200 200 | 200 200 200 | 200 200 200 | 200 200
listNotes: of which one reads what is for them  401 200 200 | 200 200 200 | 200 200 200 | 200 200
answerNote: who has not had its record open     401 200 404 | 404 404 404 | 409 409 409 | 403 403
createClaim                                     401 409 200 | 200 200 200 | 200 200 200 | 403 403
listClaims                                      401 200 200 | 200 200 200 | 200 200 200 | 200 200
getClaim                                        401 200 200 | 404 404 404 | 404 200 200 | 404 404
updateClaim: the finder’s word                  401 200 403 | 404 404 404 | 404 403 403 | 403 403
updateClaim: the claimant’s word                401 403 200 | 404 404 404 | 404 403 403 | 403 403
updateClaim: a moderator’s word                 401 403 403 | 404 404 404 | 404 200 200 | 403 403
drawHandoverCode                                401 403 200 | 404 404 404 | 404 403 403 | 403 403
handOver: a wrong code                          401 401 403 | 404 404 404 | 404 403 403 | 403 403
startConversation                               401 409 200 | 200 200 200 | 200 200 200 | 403 403
listConversations                               401 200 200 | 200 200 200 | 200 200 200 | 200 200
listMessages                                    401 200 200 | 404 404 404 | 404 404 404 | 404 404
sendMessage                                     401 200 200 | 404 404 404 | 404 404 404 | 403 403
updateConversation                              401 200 200 | 404 404 404 | 404 404 404 | 404 404
liveEvents                                      401 200 200 | 200 200 200 | 200 200 200 | 200 200
inbox                                           401 200 200 | 200 200 200 | 200 200 200 | 200 200
readInbox                                       401 200 200 | 200 200 200 | 200 200 200 | 200 200
follow: a published one                         401 200 200 | 200 200 200 | 200 200 200 | 200 200
follow: a refused one                           401 200 404 | 404 404 404 | 200 200 200 | 404 404
listFollows                                     401 200 200 | 200 200 200 | 200 200 200 | 200 200
unfollow                                        401 200 404 | 404 404 404 | 404 404 404 | 404 404
stopByToken                                     200 200 200 | 200 200 200 | 200 200 200 | 200 200
pushKey                                         200 200 200 | 200 200 200 | 200 200 200 | 200 200
subscribePush                                   401 200 200 | 200 200 200 | 200 200 200 | 200 200
unsubscribePush                                 401 200 200 | 200 200 200 | 200 200 200 | 200 200
moderationQueue                                 401 403 403 | 403 403 403 | 403 200 200 | 403 403
waitingNotes                                    401 403 403 | 403 403 403 | 200 200 200 | 403 403
dutyList                                        401 403 403 | 403 403 403 | 200 200 200 | 403 403
actOnDuty                                       401 403 403 | 403 403 403 | 200 200 200 | 403 403
moderate                                        401 403 403 | 403 403 403 | 403 200 200 | 403 403
nameCase                                        401 403 403 | 403 403 403 | 200 403 403 | 403 403
alertArea                                       401 403 403 | 403 403 403 | 200 403 403 | 403 403
listAlerts                                      200 200 200 | 200 200 200 | 200 200 200 | 200 200
endSearch                                       401 403 403 | 403 403 403 | 200 403 403 | 403 403
protectPerson                                   401 403 403 | 403 403 403 | 200 200 200 | 403 403
endProtection                                   401 403 403 | 403 403 403 | 403 200 200 | 403 403
objectTo                                        200 404 200 | 200 200 200 | 200 200 200 | 200 200
listObjections                                  401 403 403 | 403 403 403 | 403 200 200 | 403 403
decideObjection                                 401 403 403 | 403 403 403 | 403 200 200 | 403 403
complaints                                      401 403 403 | 403 403 403 | 403 200 200 | 403 403
drawFace                                        401 403 403 | 403 403 403 | 403 200 200 | 403 403
faceQueue                                       401 403 403 | 403 403 403 | 403 200 200 | 403 403
leaveFace                                       401 403 403 | 403 403 403 | 403 200 200 | 403 403
closeComplaint                                  401 403 403 | 403 403 403 | 403 200 200 | 403 403
warnings                                        401 403 403 | 403 403 403 | 403 200 200 | 403 403
openWarning                                     401 403 403 | 403 403 403 | 403 200 200 | 403 403
closeWarning                                    401 403 403 | 403 403 403 | 403 200 200 | 403 403
heldPhotos                                      401 403 403 | 403 403 403 | 403 200 200 | 403 403
decidePhoto                                     401 403 403 | 403 403 403 | 403 200 200 | 403 403
giveStrike                                      401 403 403 | 403 403 403 | 403 200 200 | 403 403
listStrikes                                     401 200 200 | 200 200 200 | 200 200 200 | 200 200
appealStrike: one’s own                         401 404 200 | 404 404 404 | 404 404 404 | 404 404
strikeAppeals                                   401 403 403 | 403 403 403 | 403 200 200 | 403 403
decideStrike                                    401 403 403 | 403 403 403 | 403 200 200 | 403 403
auditLog                                        401 403 403 | 403 403 403 | 403 403 200 | 403 403
auditExport                                     401 403 403 | 403 403 403 | 403 403 200 | 403 403
compareFace                                     200 200 200 | 200 200 200 | 200 200 200 | 200 200
mapPacks                                        200 200 200 | 200 200 200 | 200 200 200 | 200 200
mapPack: that is not there                      404 404 404 | 404 404 404 | 404 404 404 | 404 404
mapPart: of no pack                             404 404 404 | 404 404 404 | 404 404 404 | 404 404
packs                                           200 200 200 | 200 200 200 | 200 200 200 | 200 200
leasePack                                       401 403 403 | 403 403 200 | 200 403 403 | 403 403
lentPart: of no pack                            401 403 403 | 403 403 404 | 404 403 403 | 403 403
packPart                                        200 200 200 | 200 200 200 | 200 200 200 | 200 200
sync                                            200 200 200 | 200 200 200 | 200 200 200 | 200 200
sendOps: each op answers for itself             200 200 200 | 200 200 200 | 200 200 200 | 200 200
receiptOf                                       200 200 200 | 200 200 200 | 200 200 200 | 200 200
uploadState: a file that a report names         404 200 404 | 404 404 404 | 404 404 404 | 404 404
putFile: a file that nothing names              404 404 404 | 404 404 404 | 404 404 404 | 404 404
putThumb: of a write that is not known          404 404 404 | 404 404 404 | 404 404 404 | 404 404
sealKey                                         200 200 200 | 200 200 200 | 200 200 200 | 200 200
envelopeState                                   200 200 200 | 200 200 200 | 200 200 200 | 200 200
putEnvelope: what is none                       200 200 200 | 200 200 200 | 200 200 200 | 200 200
getFile: of a published report                  200 200 200 | 200 200 200 | 200 200 200 | 200 200
getFile: of a report in review                  404 200 404 | 404 404 404 | 404 404 404 | 404 404
getFile: of a refused report                    404 200 404 | 404 404 404 | 404 404 404 | 404 404
getVideo: of a published report                 404 200 404 | 404 404 404 | 404 404 404 | 404 404
getVideo: of a refused report                   404 200 404 | 404 404 404 | 404 404 404 | 404 404
`;

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, title = '', cells = ''] = /^(.*?) +((?:\d{3}[ |]*)+)$/.exec(line) ?? [];
    return { title, call: title.split(':')[0] as EndpointName, expected: cells.match(/\d{3}/g) ?? [] };
  });

withPostgres('permissions', (database) => {
  let host: TestHost;
  let cast: Cast;
  /** What calls that change nothing are about, by their row: one thing for all callers. */
  const shared = new Map<string, Promise<Record<string, unknown>>>();
  beforeAll(async () => {
    const wide = { CODE_LIMIT_EMAIL: '100000', CODE_LIMIT_CALLER: '100000', SIGN_IN_LIMIT: '100000' };
    host = await startHost(database, { ...wide, PUSH_HOSTS: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' });
    cast = await openCast(host);
  });
  afterAll(() => host.remove());

  it('are written down for every call that there is, and for every role (R9, R318, R319)', () => {
    expect([...new Set(ROWS.map(({ call }) => call))].sort()).toEqual(Object.keys(endpoints).sort());
    expect(ROWS.map(({ title }) => title).sort()).toEqual(Object.keys(SUBJECTS).sort());
    expect(CALLERS).toEqual(expect.arrayContaining([...Role.options]));
    for (const { title, expected } of ROWS) expect([title, expected.length]).toEqual([title, CALLERS.length]);
  });

  it.each(ROWS)('$title: each caller is answered as the table says (R319)', async ({ title, call, expected }) => {
    const answered = await Promise.all(CALLERS.map(async (name) => [name, await answerTo(title, call, name)]));
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(CALLERS.map((name, i) => [name, expected[i]])));
  });

  const answers = (name: CallerName, titles: readonly string[]) =>
    Promise.all(titles.map(async (title) => answerTo(title, title.split(':')[0] as EndpointName, name)));

  it('signed out, one may look around, scan, read the news, sign in and register, and write to nobody (R313)', async () => {
    const free = ['listReports', 'getReport: a published one', 'compareFace', 'listNews', 'login', 'register'];
    expect(await answers('anonymous', free)).toEqual(free.map(() => '200'));
    const closed = ['createReport', 'updateUser: oneself', 'startConversation', 'createClaim', 'logout'];
    expect(await answers('anonymous', closed)).toEqual(closed.map(() => '401'));
  });

  it('signed in, one may post, keep a profile and sign out (R314)', async () => {
    const free = ['createReport', 'updateUser: oneself', 'logout'];
    for (const name of ['poster', 'finder'] as const) expect(await answers(name, free)).toEqual(['200', '200', '200']);
  });

  it('what moderators and admins do is closed to every other role (R9, R320)', async () => {
    const inner = ['moderationQueue', 'complaints', 'findUsers', 'auditLog', 'changeRole'];
    for (const name of ['poster', 'finder', 'volunteer', 'officer'] as const)
      expect([name, await answers(name, inner)]).toEqual([name, inner.map(() => '403')]);
    expect(await answers('moderator', inner)).toEqual(['200', '200', '200', '403', '403']);
    expect(await answers('admin', inner)).toEqual(inner.map(() => '200'));
  });

  async function subjectOf(title: string, call: EndpointName, name: CallerName) {
    const make = SUBJECTS[title] ?? (() => ({}));
    if (endpoints[call].method !== 'GET') {
      const world = await openWorld(host, name);
      return { caller: world.caller, input: await make(world, host) };
    }
    const made = shared.get(title) ?? openWorld(host, 'owner', cast).then((world) => make(world, host));
    shared.set(title, made);
    return { caller: cast[name], input: await made };
  }

  async function answerTo(title: string, call: EndpointName, name: CallerName): Promise<string> {
    const { caller, input } = await subjectOf(title, call, name);
    const response = await host.app().inject({ ...requestOf(call, input, caller?.token), payloadAsStream: true });
    response.stream().destroy(); // live events would go on for ever
    return String(response.statusCode);
  }
});

/** The call as HTTP, made without the app's client: what is refused must not depend on it. */
function requestOf(call: EndpointName, input: Record<string, unknown>, token: string | undefined) {
  const { method, path, body } = endpoints[call] as { method: 'GET'; path: string; body?: string };
  const named = pathParameters(path);
  const url = named.reduce((text, name) => text.replace(`:${name}`, String(input[name])), path);
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.includes(name)));
  const asQuery = method === 'GET' || body === 'bytes-in';
  const query = asQuery ? Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])) : {};
  const bytes = body === 'bytes-in' ? { payload: Buffer.from('abc') } : {};
  const type = body === 'bytes-in' ? { 'content-type': 'application/octet-stream' } : {};
  return {
    method,
    url,
    query,
    ...bytes,
    ...(asQuery ? {} : { payload: rest }),
    headers: { ...type, ...(token ? { authorization: token } : {}) },
  };
}
