CREATE TABLE "milestone_verification_runs" (
	"run_id" text PRIMARY KEY NOT NULL,
	"deployment" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	CONSTRAINT "milestone_verification_runs_number" UNIQUE("deployment","number")
);
