/** Scripts that are started by their address: those of our own build, and no other (Trusted Types). */

/** Where the build puts them; the development server has them where their sources lie. */
const OURS = import.meta.env.DEV ? /^\// : /^\/(sw|assets\/[\w.-]+)\.js$/;

interface Policy {
  createScriptURL(url: string): string;
}
/** What browsers have that know Trusted Types; their values go wherever a text goes. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};

/** @throws TypeError the address is not of our build */
function ours(url: string): string {
  const { origin, pathname, search } = new URL(url, location.origin);
  if (origin !== location.origin || !OURS.test(pathname) || (search !== '' && !import.meta.env.DEV))
    throw new TypeError(`${url} is no script of ours`);
  return url;
}

let policy: Policy | undefined;

/** The one policy that the server allows (server/http/static.ts), made when first needed: nothing makes HTML or code of a text. */
function policyHere(): Policy | undefined {
  policy ??= trustedTypes?.createPolicy('wapsi', { createScriptURL: ours });
  return policy;
}

/** The address of a script of ours, as workers and service workers are started by. @throws TypeError it is not ours */
export const scriptUrl = (url: string): string => policyHere()?.createScriptURL(url) ?? ours(url);

/** Start a worker whose address came by `import url from './….ts?worker&url'`. */
export const startWorker = (url: string, name: string): Worker => new Worker(scriptUrl(url), { type: 'module', name });
