/** Accounts with a printed password are for this machine alone. */

import { expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';

it('the demo starts where only this machine reaches it, and elsewhere when that was said twice', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(readConfig({ DEMO: '1', HOST }).demo).toBe(true);
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org'])
    expect(() => readConfig({ DEMO: '1', HOST })).toThrow(/printed password.*DEMO_ON_NETWORK=1/);
  expect(readConfig({ DEMO: '1', HOST: '0.0.0.0', DEMO_ON_NETWORK: '1' }).demo).toBe(true);
  expect(readConfig({ DEMO: '0', HOST: '0.0.0.0' }).demo).toBe(false);
});
