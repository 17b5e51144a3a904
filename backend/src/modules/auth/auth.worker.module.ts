import { Module } from '@nestjs/common';
import { SessionRepository } from './session.repository';
import { SignInFlowRepository } from './sign-in-flow.repository';
import { SignInLeftoversTask } from './sign-in-leftovers.task';

@Module({ providers: [SessionRepository, SignInFlowRepository, SignInLeftoversTask] })
export class AuthWorkerModule {}
