import OpenAI from 'openai';
import { type Connect, id, token } from '../client/subjects/subject.ts';

export const connect: Connect = (fetch) => {
  const openai = new OpenAI({ apiKey: token, fetch });
  return () => openai.models.retrieve(id);
};
