/** The browser's own speech recognition. Where it can do it on the device, nothing spoken leaves that. */

/** What the types do not have of it yet. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  processLocally?: boolean;
  start(): void;
  stop(): void;
  abort(): void;
}
interface Recognisers {
  new (): Recognition;
  available?(options: { langs: string[]; processLocally: true }): Promise<string>;
}
type Heard = Event & { resultIndex: number; results: SpeechRecognitionResultList };

function recognisers(): Recognisers | undefined {
  const scope = globalThis as { SpeechRecognition?: Recognisers; webkitSpeechRecognition?: Recognisers };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
}

export const canDictate = (): boolean => recognisers() !== undefined;

/** Whether the device itself understands the language. If not, what is said goes to the maker of the browser. */
export async function isUnderstoodHere(lang: string): Promise<boolean> {
  const answer = await recognisers()
    ?.available?.({ langs: [lang], processLocally: true })
    .catch(() => undefined);
  return answer === 'available';
}

export interface Dictation {
  stop(): void;
}

/** Each sentence as it is understood. `onEnd` says why there are no more: nothing, or what the browser calls the failure. */
export function dictate(
  { lang, isLocal }: { lang: string; isLocal: boolean },
  on: { words(text: string): void; end(failure: string | undefined): void },
): Dictation {
  const Kind = recognisers();
  if (!Kind) throw new Error('This browser has no speech recognition');
  const recognition = new Kind();
  recognition.lang = lang;
  recognition.continuous = true;
  if (isLocal) recognition.processLocally = true; // demanded: it fails rather than sends
  let failure: string | undefined;
  recognition.addEventListener('result', (event) => {
    const { resultIndex, results } = event as Heard;
    for (const result of [...results].slice(resultIndex))
      if (result.isFinal) on.words(result[0]?.transcript.trim() ?? '');
  });
  recognition.addEventListener('error', (event) => {
    failure = (event as Event & { error: string }).error;
  });
  recognition.addEventListener('end', () => on.end(failure));
  recognition.start();
  return { stop: () => recognition.stop() };
}
