/** What one comes to the front page for, the most urgent first. The words are `home.<name>` and `home.<name>Detail`. */
export const ACTIONS = [
  { name: 'lost', to: '/face-recognition?add=lost', ring: { shape: 'open', tone: 'lost' } },
  { name: 'found', to: '/face-recognition?as=found', ring: { shape: 'closed', tone: 'found' } },
  { name: 'item', to: '/victim-founder-select', icon: 'bag' },
  { name: 'scan', to: '/face-recognition', icon: 'scan' },
] as const;
