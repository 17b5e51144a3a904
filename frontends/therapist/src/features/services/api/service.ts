import type { Answer, Body } from '../../../wire';

export type Service = Answer<'/api/therapist/services', 'get'>[number];
export type ServiceBody = Body<'/api/therapist/services', 'post'>;
