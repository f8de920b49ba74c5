CREATE TABLE "milestone_chain_blocks" (
	"deployment" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	CONSTRAINT "milestone_chain_blocks_deployment_number_pk" PRIMARY KEY("deployment","number")
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_cursors" (
	"deployment" text PRIMARY KEY NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_chain_events" (
	"deployment" text NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"block_hash" text NOT NULL,
	"tx_hash" text NOT NULL,
	"timestamp" bigint NOT NULL,
	"contract" text NOT NULL,
	"name" text NOT NULL,
	"args" jsonb NOT NULL,
	CONSTRAINT "milestone_chain_events_deployment_block_number_log_index_pk" PRIMARY KEY("deployment","block_number","log_index")
);
--> statement-breakpoint
CREATE TABLE "milestone_evidence_bundles" (
	"root" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"leaves" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestone_recovery_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "milestone_recovery_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"timestamp" bigint NOT NULL,
	"event" text NOT NULL,
	"context" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"outcome" text NOT NULL,
	"latency_ms" integer,
	"run_id" text
);
--> statement-breakpoint
CREATE INDEX "milestone_recovery_events_timestamp" ON "milestone_recovery_events" USING btree ("timestamp");