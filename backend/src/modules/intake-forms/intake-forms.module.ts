import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeAnswerRepository } from './answers/answer.repository';
import { IntakeAnswersService } from './answers/answers.service';
import { FormsController } from './answers/forms.controller';
import { SignedAnswersRepository } from './answers/signed-answers.repository';
import { FormVersionRepository } from './builder/form-version.repository';
import { IntakeFormController } from './builder/intake-form.controller';
import { IntakeFormRepository } from './builder/intake-form.repository';
import { IntakeFormService } from './builder/intake-form.service';
import { IntakeAnswer, IntakeBrowser, IntakeCode, IntakeForm, IntakeFormVersion, IntakeRequest, ServiceIntakeForm } from './intake-form.entity';
import { NamedPersonsService } from './results/named-persons.service';
import { ResultsController } from './results/results.controller';
import { IntakeResultsService } from './results/results.service';
import { OwnFormsController } from './sending/own-forms.controller';
import { ImportedForms } from './sending/imported-forms.service';
import { IntakeRequestRepository } from './sending/request.repository';
import { RequestSeals } from './sending/request-seals';
import { IntakeRequestsController } from './sending/requests.controller';
import { IntakeRequestsService } from './sending/requests.service';

/** Forms that therapists build and clients fill in. */
@Module({
  imports: [TypeOrmModule.forFeature([IntakeForm, IntakeFormVersion, ServiceIntakeForm, IntakeRequest, IntakeAnswer, IntakeBrowser, IntakeCode]), AuthModule, ClientsModule, MailModule],
  controllers: [FormsController, IntakeFormController, IntakeRequestsController, OwnFormsController, ResultsController],
  providers: [FormVersionRepository, ImportedForms, IntakeAnswerRepository, IntakeAnswersService, IntakeFormRepository, IntakeFormService, IntakeRequestRepository, IntakeRequestsService, IntakeResultsService, NamedPersonsService, RequestSeals, SignedAnswersRepository],
  exports: [IntakeFormService, IntakeRequestsService, IntakeResultsService, NamedPersonsService],
})
export class IntakeFormsModule {}
