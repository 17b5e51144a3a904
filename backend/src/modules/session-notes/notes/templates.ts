import type { TemplateKey } from '../session-note.entity';

/** What a note begins with: headings, and a line to write on below each. */
export interface NoteTemplate {
  key: TemplateKey;
  name: string;
  description: string;
  content: string;
}

const headings = (...parts: string[]): string => parts.map((part) => `${part}:\n\n`).join('\n');

export const NOTE_TEMPLATES: readonly NoteTemplate[] = [
  {
    key: 'soap',
    name: 'SOAP',
    description: 'What the client said, what you observed, what you make of it, and what comes next.',
    content: headings('Subjective', 'Objective', 'Assessment', 'Plan'),
  },
  { key: 'dap', name: 'DAP', description: 'What was said and observed, what you make of it, and what comes next.', content: headings('Data', 'Assessment', 'Plan') },
  {
    key: 'birp',
    name: 'BIRP',
    description: 'How the client was, what you did, how they responded, and what comes next.',
    content: headings('Behavior', 'Intervention', 'Response', 'Plan'),
  },
  { key: 'free', name: 'Free text', description: 'An empty page.', content: '' },
];
