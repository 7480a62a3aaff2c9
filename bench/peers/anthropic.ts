import Anthropic from '@anthropic-ai/sdk';
import { type Connect, id, token } from '../client/subjects/subject.ts';

export const connect: Connect = (fetch) => {
  const anthropic = new Anthropic({ apiKey: token, fetch });
  return () => anthropic.models.retrieve(id);
};
