import type { Answer, Body } from '../../../wire';

export type Profile = Answer<'/api/therapist/profile', 'get'>;
export type ProfileBody = Body<'/api/therapist/profile', 'put'>;
