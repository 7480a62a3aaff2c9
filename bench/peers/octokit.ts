import { Octokit } from '@octokit/core';
import { type Connect, id, token } from '../client/subjects/subject.ts';

export const connect: Connect = (fetch) => {
  const octokit = new Octokit({ auth: token, request: { fetch } });
  return () => octokit.request('GET /users/{username}', { username: id });
};
